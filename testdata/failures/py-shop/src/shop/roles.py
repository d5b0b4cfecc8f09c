from shop.users import User

default = User.role
