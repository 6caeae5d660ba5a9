import { queryOptions } from '@tanstack/react-query'
import { getServerSettings, listBackups } from '@gensvar/contract/server-settings'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'

/** What is set for the whole server. */
export type ServerSettings = Answer<typeof getServerSettings>

/** Pauses between two loads of the backups, in ms: while one is made, and otherwise. */
const pollBusy = 1000
const pollIdle = 15_000

/** What is set for the whole server. */
export const settingsQuery = queryOptions({
  queryKey: ['server-settings'],
  queryFn: ({ signal }) => call(getServerSettings, {}, { signal }),
  staleTime: 0,
})

/** The backups of the server. */
export const backupsQuery = queryOptions({
  queryKey: ['server-backups'],
  queryFn: ({ signal }) => call(listBackups, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? pollBusy : pollIdle),
})
