"""Questions about scenes and posts. Who may read what is asked in `sight` and nowhere else."""
