from cellar.shelf import oldest_first


def shelf_rows(bottles):
    for bottle in oldest_first(bottles):
        yield f"{bottle['year'] or '----'}  {bottle['id']:>3}"
