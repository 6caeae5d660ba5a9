import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { listRoles } from '@gensvar/contract/roles'
import { useCallback, useMemo } from 'react'
import type { Answer } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { rolesQuery } from './queries.ts'
import { useTexts } from './texts.ts'

type Role = Answer<typeof listRoles>['roles'][number]

/** How far a role stands in from its parent, in pixels. */
const indent = 20

const keyOf = ({ id }: Role) => id

/** The roles of the universe as a tree, with a button for a new one. */
export function RolesSection({ survey }: { survey: string }) {
  const t = useTexts()
  const go = useGo()
  const { universe } = useIdentity()
  const query = useQuery(rolesQuery(survey, universe))
  const columns = useColumns(query.data?.roles)
  const list = useLocalList({
    key: ['roles', universe ?? '-', survey],
    name: 'roles',
    query,
    rows: query.data?.roles,
    columns,
    isPaged: false,
  })
  const hrefOf = useCallback((role: Role) => (role.mayView ? paths.role(survey, role.id) : null), [survey])
  const lockOf = useCallback((role: Role) => (role.mayView ? null : t('moreThanYours')), [t])
  return (
    <DataTable
      id="roles"
      title={t('title')}
      list={list}
      columns={columns}
      ownOrder={{ by: null, desc: false }}
      keyOf={keyOf}
      hrefOf={hrefOf}
      lockOf={lockOf}
      tools={
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => go(paths.role(survey, 0))}>
          {t('addRole')}
        </Button>
      }
      empty={<Empty title={t('noRoles')}>{t('noRolesText')}</Empty>}
    />
  )
}

function useColumns(roles: readonly Role[] | undefined): Column<Role>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo(() => {
    const names = new Map(roles?.map(({ id, name }) => [id, name]))
    const parentOf = ({ parentId }: Role) => (parentId === null ? '' : (names.get(parentId) ?? ''))
    const counted = (id: 'users' | 'children', title: string): Column<Role> => ({
      ...{ id, title, align: 'right', width: 110 },
      text: (role) => format.number(role[id]),
      cell: (role) => format.number(role[id]),
      fileCell: (role) => ({ figure: format.number(role[id]) }),
    })
    const limits = ({ restricted }: Role) => (restricted ? t('ownProfileOnly') : '')
    return [
      {
        ...{ id: 'name', title: t('role'), naming: true, width: 240 },
        text: ({ name }) => name,
        cell: ({ name, depth }) => <span style={{ paddingInlineStart: depth * indent }}>{name}</span>,
      },
      { id: 'parent', title: t('parent'), width: 180, text: parentOf, cell: parentOf },
      counted('users', t('users')),
      counted('children', t('childRoles')),
      { id: 'limits', title: t('limits'), width: 160, text: limits, cell: limits },
    ]
  }, [t, format, roles])
}
