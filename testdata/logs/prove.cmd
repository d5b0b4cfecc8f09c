prove -v --merge t
exit 1
TAP::Harness v3.44 and Perl v5.36.0
