#pragma once
int levels_max = 19;
int levels_clamp(int z);
