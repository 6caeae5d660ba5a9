import { queryOptions } from '@tanstack/react-query'
import { getRole, getRoleMatrix, listRoles } from '@gensvar/contract/roles'
import { call } from '#web/api.ts'

/** What is fetched of roles begins with it; a save or a deletion makes all of it old. */
export const rolesKey = ['roles']

/** The roles of the session's universe. */
export const rolesQuery = (survey: string, universe: string | null) =>
  queryOptions({
    queryKey: [...rolesKey, 'list', universe, survey],
    queryFn: ({ signal }) => call(listRoles, { params: { survey } }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })

/** A role with what its form needs. */
export const roleQuery = (survey: string, roleId: number) =>
  queryOptions({
    queryKey: [...rolesKey, 'role', survey, roleId],
    queryFn: ({ signal }) => call(getRole, { params: { survey, roleId } }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })

/** What a stored role can do. */
export const matrixQuery = (survey: string, roleId: number) =>
  queryOptions({
    queryKey: [...rolesKey, 'matrix', survey, roleId],
    queryFn: ({ signal }) => call(getRoleMatrix, { params: { survey, roleId } }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
