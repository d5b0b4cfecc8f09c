robot --output NONE --log NONE --report NONE cart.robot
exit 3
Robot Framework 7.5 (Python 3.11.7 on linux)
