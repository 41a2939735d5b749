"""Pictures that are small files and long work."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from rulebook.errors import Unreadable
from story.services.pictures import MOST_SCANS, SCAN, encoded_anew


def going_over_again(times: int, size: tuple[int, int] = (64, 64)) -> bytes:
    """A JPEG that refines what it shows so many times more than needed."""
    file = io.BytesIO()
    Image.new("L", size, 90).save(file, "JPEG", progressive=True)
    data = file.getvalue()
    last = data[data.rindex(SCAN) : -2]
    return data[:-2] + last * times + data[-2:]


def test_a_jpeg_that_goes_over_its_pixels_without_end_is_refused_before_it_is_decoded() -> None:
    usual = going_over_again(0).count(SCAN)
    assert encoded_anew(going_over_again(MOST_SCANS - usual))[1:] == (64, 64)
    with pytest.raises(Unreadable) as refused:
        encoded_anew(going_over_again(MOST_SCANS - usual + 1))
    assert refused.value.code == "picture-unreadable"
