rspec --format progress
exit 1
ruby 3.1.2p20 (2022-04-12 revision 4491bb740a) [x86_64-linux-gnu], RSpec 3.12, Minitest 5.15
/home/runner/work/library/library
