karma start karma/karma.conf.js
exit 1
karma 6.4.4, karma-jsdom-launcher, Node v20.20.2
