// Where phones find the house.

/** The address for a phone: where this page came from, unless that is this machine alone; then what the house says of `outside`, which may be nothing. */
export function reachable(outside) {
  const local = /^(localhost|127\.|\[::1\])/.test(location.host);
  return local ? outside : location.origin;
}
