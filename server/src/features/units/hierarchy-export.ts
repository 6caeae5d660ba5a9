import type { exportUnits as exportRoute } from '@gensvar/contract/units'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import { reportAnswer } from '#server/features/reports/service.ts'
import type { FileAnswer } from '#server/platform/file-answer.ts'
import { mayEdit, readHierarchy, viewOf } from './hierarchy.ts'
import { aliasSeparator, hierarchyColumns } from './hierarchy-columns.ts'
import type { HierarchyColumn } from './hierarchy-columns.ts'
import { readOwners } from './read-store.ts'

/** The units of a view that the caller may change, as a file that can be imported again. */
export async function exportHierarchy(
  ctx: Ctx,
  survey: string,
  { view: name, format }: z.output<(typeof exportRoute)['query']>,
): Promise<FileAnswer> {
  const hierarchy = await readHierarchy(ctx, survey)
  const { tree } = hierarchy
  const view = viewOf(hierarchy, name)
  const units = tree
    .inOrder(view.id)
    .flatMap((id) => tree.unit(id) ?? [])
    .filter(
      (unit) =>
        unit.extName !== blankUnit &&
        mayEdit(hierarchy, { view, path: tree.pathOf(unit).map(({ extName }) => extName) }),
    )
  const owners = await readOwners(ctx.db, units)
  const rows = units.map((unit) => {
    const cells: Partial<Record<HierarchyColumn, string>> = {
      key: String(unit.id),
      parent: unit.parentId === null ? '' : String(unit.parentId),
      level: view.levels[unit.depth - 1] ?? '',
      name: unit.extName,
      ...Object.fromEntries(Object.entries(unit.titles).map(([locale, title]) => [`title_${locale}`, title])),
      aliases: unit.aliases.join(aliasSeparator),
      owner: owners.get(unit.ownerUserId ?? 0)?.username ?? '',
      opens: unit.validFrom ?? '',
      closes: unit.validTo ?? '',
    }
    return hierarchyColumns.map((column) => ({ text: cells[column] ?? '' }))
  })
  const title = `${survey} ${view.extName}`
  const content = {
    title,
    subtitle: '',
    asked: [],
    sections: [
      {
        kind: 'table' as const,
        title: view.extName,
        columns: hierarchyColumns.map((column) => ({ title: column, kind: 'text' as const })),
        rows,
      },
    ],
    locale: ctx.locale,
    totalRows: rows.length,
  }
  return reportAnswer(ctx, content, format, `${title}.${format}`)
}
