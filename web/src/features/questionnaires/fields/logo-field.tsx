import { Button, FileButton, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { maxImageBytes, uploadImage } from '@gensvar/contract/template-editor'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { base64Of } from '#web/lib/file-content.ts'
import { useFormat } from '#web/lib/format.ts'
import { useParts } from '../builder-parts.ts'
import { logosQuery } from '../queries.ts'
import { useTexts } from '../texts.ts'
import { useNoted } from './field-note.tsx'
import classes from './fields.module.css'

interface Props {
  /** Address of the logo; empty for the organisation's own. */
  value: string
  onChange: (value: string) => void
}

/** Chooses the logo of the page among the images of the organisation; a new one is uploaded to them. */
export function LogoField({ value, onChange }: Props) {
  const t = useTexts()
  const format = useFormat()
  const noted = useNoted()
  const queryClient = useQueryClient()
  const { survey } = useParts().saved
  const query = useQuery(logosQuery(survey))
  const [failure, setFailure] = useState<string | null>(null)
  const upload = useMutation({
    mutationFn: async (file: File) =>
      call(uploadImage, { params: { survey }, body: { name: file.name, image: await base64Of(file) } }),
    onMutate: () => setFailure(null),
    onSuccess: async ({ path }) => {
      await queryClient.invalidateQueries({ queryKey: logosQuery(survey).queryKey })
      onChange(path)
    },
    onError: (error) => setFailure(errorText(error)),
    meta: { quiet: true },
  })
  const take = (file: File | null) => {
    if (file === null) return
    const { name, size } = file
    if (size > maxImageBytes) setFailure(t('logoTooLarge', { name, most: format.size(maxImageBytes) }))
    else upload.mutate(file)
  }
  const images = query.data?.images ?? []
  const isListed = value === '' || images.some(({ path }) => path === value)
  const wrong = failure ?? (query.error === null ? undefined : errorText(query.error))
  const { error, ...field } = noted('brand.logo', t('logoHelp'))
  return (
    <div className={classes['logo']}>
      <NativeSelect
        {...field}
        error={error ?? wrong}
        label={t('logo')}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={[
          { value: '', label: t('logoOwn') },
          ...(isListed ? [] : [{ value, label: value }]),
          ...images.map(({ path, name }) => ({ value: path, label: name })),
        ]}
      />
      <FileButton accept="image/png,image/jpeg" onChange={take}>
        {(props) => (
          <Button {...props} variant="default" loading={upload.isPending}>
            {t('logoUpload')}
          </Button>
        )}
      </FileButton>
      {value !== '' && <img src={value} alt="" className={classes['logoShown']} />}
    </div>
  )
}
