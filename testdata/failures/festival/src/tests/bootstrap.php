<?php

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/../src/' . str_replace(['Festival\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
