mypy typed/queue.py typed/volume.py
exit 1
Python 3.11.7, pytest 9.2.0
/home/runner/work/podcasts/podcasts
