type Leaf = string | number | boolean | bigint | symbol | null | undefined | Date

/** The path of every field in a form's values: `name`, `user.locale`, `lines.0.title`. */
export type FieldPath<Values> = Values extends Leaf
  ? never
  : Values extends readonly (infer Item)[]
    ? `${number}` | `${number}.${FieldPath<Item>}`
    : { [Key in keyof Values & string]-?: Key | `${Key}.${FieldPath<NonNullable<Values[Key]>>}` }[keyof Values & string]

type Step<Values, Key extends string> = Values extends readonly (infer Item)[]
  ? Item
  : Key extends keyof Values
    ? Values[Key]
    : never

/** The type of the value at a path. */
export type ValueAt<Values, Path extends string> = Path extends `${infer Key}.${infer Rest}`
  ? ValueAt<NonNullable<Step<Values, Key>>, Rest>
  : Step<Values, Path>

/** The values of a form being filled in: what is not entered or chosen yet is `null` or an empty text. */
export type Draft<Values> = Values extends Leaf
  ? Values | null | ''
  : Values extends readonly (infer Item)[]
    ? Draft<Item>[]
    : { [Key in keyof Values]: Draft<Values[Key]> }

/** The value at a path of a form's values; undefined if there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      values,
    )
}

/** The value that an input passed to `onChange`, directly or in an event; null when it is empty. */
export function emptyAsNull(given: unknown): unknown {
  const isEvent = typeof given === 'object' && given !== null && 'currentTarget' in given
  const value = isEvent ? (given.currentTarget as HTMLInputElement).value : given
  return value === '' || value === undefined ? null : value
}

/** The key of a name that people write, such as a question's, among the values of a form: paths are split at points. */
export function fieldKey(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('.', '%2E')
}

/** The name that a key stands for. */
export function nameOfKey(key: string): string {
  return key.replaceAll('%2E', '.').replaceAll('%25', '%')
}
