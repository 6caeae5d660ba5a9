/**
 * Removes the prototype of a map, so that names from outside find only what was stored under them: in a plain object,
 * `constructor` is a function and `__proto__` cannot be set. Returns the same object.
 */
export function namesOnly<Map extends object>(map: Map): Map {
  return Object.setPrototypeOf(map, null) as Map
}
