'use strict';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

exports.label = (date) => `${date.getDate()} ${MONTHS[date.getMonth() - 1]}`;

exports.knots = (miles, hours) => (miles / hours).toFixed(1);

exports.revive = (body) => JSON.parse(body).sailings;

exports.hours = (sailing) => (sailing.arrives.getTime() - sailing.leaves.getTime()) / 3.6e6;

exports.tonnes = (n) => new Intl.NumberFormat('fr-FR').format(n) + ' t';
