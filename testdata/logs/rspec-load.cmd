rspec badspec
exit 1
RSpec - rspec-core 3.12.0, ruby 3.1.2p20 (2022-04-12 revision 4491bb740a) [x86_64-linux-gnu]
