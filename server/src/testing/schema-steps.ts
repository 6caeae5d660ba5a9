import type pg from 'pg'

/** What programs rely on of a database. */
interface Schema {
  columns: Map<string, Column>
  constraints: Map<string, Constraint>
  uniques: Map<string, Unique>
  /** Functions with their arguments and results. */
  functions: Set<string>
}

interface Column {
  table: string
  name: string
  type: string
  isRequired: boolean
  /** Whether a row can be inserted without naming it. */
  isFilled: boolean
}

interface Constraint {
  name: string
  table: string
  kind: string
  text: string
  columns: string[]
}

interface Unique {
  table: string
  columns: string[]
}

/** Reads what programs rely on of the database, as it is now. */
export async function readSchema(pool: pg.Pool): Promise<Schema> {
  const columns = await pool.query<Column>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
           a.attnotnull AS "isRequired",
           a.attidentity <> '' OR a.attgenerated <> '' OR a.atthasdef OR NOT a.attnotnull AS "isFilled"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'p') AND a.attnum > 0 AND NOT a.attisdropped`)
  const constraints = await pool.query<Constraint>(`
    SELECT o.conname AS name, o.conrelid::regclass::text AS table, o.contype AS kind, pg_get_constraintdef(o.oid) AS text,
           (SELECT coalesce(array_agg(a.attname::text), '{}') FROM pg_attribute a
             WHERE a.attrelid = o.conrelid AND a.attnum = ANY (o.conkey)) AS columns
      FROM pg_constraint o WHERE o.connamespace = 'public'::regnamespace AND o.contype IN ('c', 'f', 'x')`)
  const uniques = await pool.query<Unique & { text: string }>(`
    SELECT i.indrelid::regclass::text AS table, pg_get_expr(i.indpred, i.indrelid) AS text,
           (SELECT array_agg(pg_get_indexdef(i.indexrelid, at, true) ORDER BY at)
              FROM generate_series(1, i.indnkeyatts) at) AS columns
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique`)
  const functions = await pool.query<{ text: string }>(`
    SELECT p.oid::regprocedure::text || ' ' || pg_get_function_result(p.oid) AS text
      FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`)
  return {
    columns: new Map(columns.rows.map((column) => [`${column.table}.${column.name}`, column])),
    constraints: new Map(constraints.rows.map((one) => [`${one.table} ${one.name}`, one])),
    uniques: new Map(uniques.rows.map((one) => [`${one.table} (${one.columns.join(', ')}) ${one.text ?? ''}`, one])),
    functions: new Set(functions.rows.map(({ text }) => text)),
  }
}

/** Why a program that was written for the schema `before` would not survive the schema `after`; nothing where it would. */
export function whatBreaks(before: Schema, after: Schema): string[] {
  const tables = new Set([...before.columns.values()].map(({ table }) => table))
  const isOld = (table: string, column: string): boolean => before.columns.has(`${table}.${column}`)
  const found: string[] = []
  for (const [name, old] of before.columns) {
    const now = after.columns.get(name)
    if (!now) found.push(`${name} is gone`)
    else if (now.type !== old.type) found.push(`${name} was ${old.type} and is ${now.type}`)
    else if (now.isRequired !== old.isRequired)
      found.push(now.isRequired ? `${name} must be given now` : `${name} may be missing now`)
    else if (old.isFilled && !now.isFilled) found.push(`${name} has no default any more`)
  }
  for (const [name, { table, isFilled }] of after.columns)
    if (tables.has(table) && !before.columns.has(name) && !isFilled) found.push(`${name} must be given by inserts`)
  for (const [name, now] of after.constraints) {
    const old = before.constraints.get(name)
    const concernsOld = tables.has(now.table) && now.columns.some((column) => isOld(now.table, column))
    if (concernsOld && now.text !== old?.text && !(old && isWider(old, now)))
      found.push(`${name} is stricter: ${now.text}`)
  }
  for (const [name, { table, columns }] of after.uniques)
    if (tables.has(table) && !before.uniques.has(name) && columns.every((column) => isOld(table, column)))
      found.push(`${name} is unique now`)
  // ON CONFLICT names them.
  for (const name of before.uniques.keys()) if (!after.uniques.has(name)) found.push(`${name} is not unique any more`)
  for (const text of before.functions) if (!after.functions.has(text)) found.push(`the function ${text} is gone`)
  return found
}

/** Whether a check allows all values that it allowed, and some more: both are lists of values. */
function isWider(old: Constraint, now: Constraint): boolean {
  const values = /'(?:[^']|'')*'/g
  const allowed = new Set(now.text.match(values))
  const isSame =
    now.text.replace(values, '').replace(/\W|text/g, '') === old.text.replace(values, '').replace(/\W|text/g, '')
  return old.kind === 'c' && isSame && (old.text.match(values) ?? []).every((value) => allowed.has(value))
}
