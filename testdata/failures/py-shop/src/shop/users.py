from shop.roles import default


class User:
    role = "guest"
