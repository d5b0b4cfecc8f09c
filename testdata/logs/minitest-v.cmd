ruby test/calc_test.rb -v
exit 1
minitest 5.17, ruby 3.1.2p20 (2022-04-12 revision 4491bb740a) [x86_64-linux-gnu]
