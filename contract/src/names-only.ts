/**
 * Takes from a map what every object inherits, so that a name from outside finds what was put in under it and nothing
 * else: of a plain object, `constructor` is a function and `__proto__` cannot be set. Answers the same object.
 */
export function namesOnly<Map extends object>(map: Map): Map {
  return Object.setPrototypeOf(map, null) as Map
}
