biome check src
exit 1
biome 2.6.8
