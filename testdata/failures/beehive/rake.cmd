rake test TESTOPTS=--seed=1234
exit 1
ruby 3.1.2p20 (2022-04-12 revision 4491bb740a) [x86_64-linux-gnu], minitest (5.17.0, 5.15.0)
/home/runner/work/beehive/beehive
