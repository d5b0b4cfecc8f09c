rake test TESTOPTS='--verbose --seed=77'
exit 1
ruby 3.1.2p20 (2022-04-12 revision 4491bb740a) [x86_64-linux-gnu], minitest (5.17.0, 5.15.0)
/builds/garden/beehive
