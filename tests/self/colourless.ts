/*
 * Playwright asks its workers for colour, whoever watches. What is told in a worker is told as in a pipe: import this
 * module for that.
 */
delete process.env['FORCE_COLOR'];
