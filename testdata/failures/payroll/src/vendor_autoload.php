<?php
foreach (glob(__DIR__ . '/src/Wage/*.php') as $file) {
    require_once $file;
}
