import { responseFields, sampleFields } from '@gensvar/contract/configuration/check-names'
import { builtInKinds } from '@gensvar/contract/filter-kinds/index'

/** Names that mean something else in drill paths, expressions, columns and filters. */
const reserved: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'in', 'where', 'view', 'root', 'none', 'sel', 'illegal', 'custom'],
  ...builtInKinds.keys(),
  ...responseFields,
  ...sampleFields,
  ...Object.getOwnPropertyNames(Object.prototype),
])

/** The question of the one unit of a survey without a hierarchy: imports find it by this name. */
export const everything = 'everything'

/** Whether a name means something else already. */
export function isReserved(name: string): boolean {
  return reserved.has(name.toLowerCase()) || reserved.has(name) || name === everything
}

/** Whether a variable can stand unquoted wherever it is written: letters, digits and `_`, not beginning with a digit. */
export function isVariableName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}\p{M}_]*$/u.test(name)
}
