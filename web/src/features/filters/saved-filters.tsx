import { ActionIcon, Button, Divider, Popover } from '@mantine/core'
import { IconBookmark, IconTrash, IconUsers } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { parsePath } from '@gensvar/contract/drill-path'
import { listSavedFilters, removeSavedFilter } from '@gensvar/contract/filters'
import type { savedFilter } from '@gensvar/contract/filters'
import { call } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { titleWhenCut } from '#web/ui/title-when-cut.ts'
import classes from './saved-filters.module.css'
import { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'

const SaveFilterDialog = whenOpened(() => import('./save-filter-dialog.tsx').then((file) => file.SaveFilterDialog))
const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

type SavedFilter = z.infer<typeof savedFilter>

function savedFiltersQuery(survey: string) {
  return queryOptions({
    queryKey: ['saved-filters', survey],
    queryFn: ({ signal }) => call(listSavedFilters, { params: { survey } }, { signal }),
    meta: { quiet: true },
  })
}

/** Named sets of filters, the user's own and those shared with them: applied, saved and deleted here. */
export function SavedFilters({ filters }: { filters: Filters }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [saving, setSaving] = useState(false)
  const [doomed, setDoomed] = useState<SavedFilter | null>(null)
  const query = savedFiltersQuery(filters.survey)
  const saved = useQuery({ ...query, enabled: opened })
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const remove = useMutation({
    mutationFn: (id: number) => call(removeSavedFilter, { params: { survey: filters.survey, id } }),
    onSettled: async () => {
      setDoomed(null)
      await refresh()
    },
  })
  function apply(one: SavedFilter): void {
    setOpened(false)
    try {
      filters.replaceAll(parsePath(one.path))
    } catch (error) {
      notifyError(error)
    }
  }
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        width={288}
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconBookmark size={16} aria-hidden="true" />}
            onClick={() => setOpened(!opened)}
          >
            {t('savedFilters')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={8}>
          <DataState
            query={saved}
            compact
            height={80}
            isEmpty={(answer) => answer.savedFilters.length === 0}
            empty={<p className={classes['none']}>{t('noSavedFilters')}</p>}
          >
            {(answer) => (
              <ul className={classes['list']}>
                {answer.savedFilters.map((one) => (
                  <li key={one.id} className={classes['entry']}>
                    <button type="button" className={classes['apply']} onClick={() => apply(one)}>
                      <span className={classes['name']} onPointerEnter={titleWhenCut}>
                        {one.name}
                      </span>
                      {one.shared && <IconUsers size={14} role="img" aria-label={t('shared')} />}
                    </button>
                    {one.own && (
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('deleteNamed', { name: one.name })}
                        onClick={() => {
                          setOpened(false)
                          setDoomed(one)
                        }}
                      >
                        <IconTrash size={16} aria-hidden="true" />
                      </ActionIcon>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </DataState>
          <Divider my={8} />
          <Button
            size="compact-sm"
            variant="light"
            fullWidth
            disabled={filters.active.length === 0}
            onClick={() => {
              setOpened(false)
              setSaving(true)
            }}
          >
            {t('saveThese')}
          </Button>
        </Popover.Dropdown>
      </Popover>
      <SaveFilterDialog opened={saving} filters={filters} onClose={() => setSaving(false)} onSaved={refresh} />
      <ConfirmDialog
        opened={doomed !== null}
        title={t('deleteSaved')}
        message={t(doomed?.shared === true ? 'deleteSharedText' : 'deleteSavedText', { name: doomed?.name ?? '' })}
        okText={t('delete')}
        danger
        busy={remove.isPending}
        onOk={() => doomed !== null && remove.mutate(doomed.id)}
        onCancel={() => setDoomed(null)}
      />
    </>
  )
}
