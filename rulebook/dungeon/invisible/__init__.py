"""The Invisible Overlord: who plays when nobody sits on the Overlord's chair (section 16)."""
