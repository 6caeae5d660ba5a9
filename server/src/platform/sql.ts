/** A value bound to a statement. Lists are understood by PostgreSQL alone (`= any(…)`). */
export type SqlParam = string | number | boolean | null | readonly string[] | readonly number[]

/** A piece of SQL with its values kept apart: `parts` has one element more than `params`. */
export interface Fragment {
  readonly parts: readonly string[]
  readonly params: readonly SqlParam[]
}

/** A statement as an engine takes it. */
export interface Statement {
  text: string
  values: SqlParam[]
}

/**
 * Builds a fragment that DuckDB, ClickHouse and PostgreSQL understand (kysely's tag is for PostgreSQL alone).
 * Embedded fragments are spliced in, every other value is bound and never becomes text.
 */
export function portableSql(strings: TemplateStringsArray, ...values: readonly (Fragment | SqlParam)[]): Fragment {
  const builder = new FragmentBuilder(strings[0] ?? '')
  values.forEach((value, index) => {
    if (isFragment(value)) builder.splice(value)
    else builder.bind(value)
    builder.write(strings[index + 1] ?? '')
  })
  return builder.build()
}

/** Fragments with a separator between them; no fragments give the empty fragment. */
export function join(fragments: readonly Fragment[], separator = ', '): Fragment {
  const builder = new FragmentBuilder('')
  fragments.forEach((fragment, index) => {
    if (index > 0) builder.write(separator)
    builder.splice(fragment)
  })
  return builder.build()
}

/** Conditions that must all hold; none at all is `true`. */
export function and(fragments: readonly Fragment[]): Fragment {
  return fragments.length === 0 ? portableSql`true` : portableSql`(${join(fragments, ' and ')})`
}

/** Conditions of which one must hold; none at all is `false`. */
export function or(fragments: readonly Fragment[]): Fragment {
  return fragments.length === 0 ? portableSql`false` : portableSql`(${join(fragments, ' or ')})`
}

/**
 * A table or column name in a statement, such as `s12` or `r.answers`. Only plain lower-case names pass: a name from
 * outside never becomes SQL text. Throws on anything else.
 */
export function ident(name: string): Fragment {
  if (!/^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/.test(name)) throw new Error(`Not a name for SQL: ${name}`)
  return { parts: [name], params: [] }
}

/**
 * A whole number written into the text, where the query plan is better when it knows the value. Throws on anything but
 * a safe integer.
 */
export function integer(value: number): Fragment {
  if (!Number.isSafeInteger(value)) throw new Error(`Not a whole number: ${value}`)
  return { parts: [String(value)], params: [] }
}

/** Text and values for DuckDB and PostgreSQL: `$1`, `$2`, … */
export function toDollarStatement(fragment: Fragment): Statement {
  return render(fragment, (index) => `$${index + 1}`)
}

/** Text and values for ClickHouse: `{p1:Int64}`, `{p2:String}`, … */
export function toClickHouseStatement(fragment: Fragment): Statement {
  return render(fragment, (index, value) => `{p${index + 1}:${clickHouseType(value)}}`)
}

function render(fragment: Fragment, placeholder: (index: number, value: SqlParam) => string): Statement {
  const text = fragment.params.reduce<string>(
    (before, value, index) => before + placeholder(index, value) + (fragment.parts[index + 1] ?? ''),
    fragment.parts[0] ?? '',
  )
  return { text, values: [...fragment.params] }
}

function clickHouseType(value: SqlParam): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'Int64' : 'Float64'
  if (typeof value === 'boolean') return 'Bool'
  if (typeof value === 'object' && value !== null) throw new Error('A list cannot be bound in a portable statement')
  return value === null ? 'Nullable(String)' : 'String'
}

function isFragment(value: Fragment | SqlParam): value is Fragment {
  return typeof value === 'object' && value !== null && 'parts' in value
}

class FragmentBuilder {
  private readonly parts: string[]
  private readonly params: SqlParam[] = []

  constructor(start: string) {
    this.parts = [start]
  }

  write(text: string): void {
    this.parts[this.parts.length - 1] += text
  }

  bind(value: SqlParam): void {
    this.params.push(value)
    this.parts.push('')
  }

  splice(fragment: Fragment): void {
    this.write(fragment.parts[0] ?? '')
    fragment.params.forEach((value, index) => {
      this.bind(value)
      this.write(fragment.parts[index + 1] ?? '')
    })
  }

  build(): Fragment {
    return { parts: this.parts, params: this.params }
  }
}
