import { Button, FileButton, Modal, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { maxImageBytes, removeImage, uploadImage } from '@gensvar/contract/template-editor'
import type { LibraryImage } from '@gensvar/contract/template-editor'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { base64Of } from '#web/lib/file-content.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { imagesQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  opened: boolean
  survey: string
  onClose: () => void
  onChoose: (image: { path: string; width: number; alt: string }) => void
}

/** A text as an attribute of markup holds it. */
const inAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('{', '(')
    .replaceAll('}', ')')

/** The image library: one is uploaded, deleted, or chosen with the text for those who do not see it. */
export function ImageDialog({ opened, survey, onClose, onChoose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const format = useFormat()
  const queryClient = useQueryClient()
  const query = useQuery({ ...imagesQuery(survey), enabled: opened })
  const [alt, setAlt] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: async (of: { file: File } | { image: LibraryImage }) => {
      if ('image' in of) await call(removeImage, { params: { survey, imageId: of.image.id } })
      else await call(uploadImage, { params: { survey }, body: { name: of.file.name, image: await base64Of(of.file) } })
    },
    onMutate: () => setFailure(null),
    onSettled: () => queryClient.invalidateQueries({ queryKey: imagesQuery(survey).queryKey }),
    onError: (error) => setFailure(errorText(error)),
    meta: { quiet: true },
  })
  const take = (file: File | null) => {
    if (file === null) return
    const { name, size } = file
    if (size > maxImageBytes) setFailure(t('imageTooLarge', { name, most: format.size(maxImageBytes) }))
    else change.mutate({ file })
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('images')}
      size="xl"
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <div className={classes['group']}>
        <div className={classes['test']}>
          <TextInput
            label={t('imageText')}
            description={t('imageTextHelp')}
            value={alt}
            onChange={(event) => setAlt(event.currentTarget.value)}
          />
          <FileButton accept="image/png,image/jpeg" onChange={take}>
            {(props) => (
              <Button {...props} variant="default" loading={change.isPending}>
                {t('upload')}
              </Button>
            )}
          </FileButton>
        </div>
        {failure !== null && (
          <p role="alert" className={classes['wrong']}>
            {failure}
          </p>
        )}
        <DataState
          query={query}
          height={200}
          isEmpty={({ images }) => images.length === 0}
          empty={<Empty title={t('noImages')}>{t('noImagesText')}</Empty>}
        >
          {({ images }) => (
            <ul className={classes['images']}>
              {images.map((image) => (
                <li key={image.id} className={classes['image']}>
                  <img src={image.path} alt="" />
                  <span className={classes['imageName']}>{image.name}</span>
                  <span className="gv-quiet">
                    {image.width} × {image.height}, {format.size(image.size)}
                  </span>
                  <span className={classes['buttons']}>
                    <Button
                      size="xs"
                      aria-label={t('insertImage', { name: image.name })}
                      onClick={() => onChoose({ path: image.path, width: image.width, alt: inAttribute(alt) })}
                    >
                      {t('insert')}
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t('deleteImage', { name: image.name })}
                      disabled={change.isPending}
                      onClick={() => change.mutate({ image })}
                    >
                      {t('delete')}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </DataState>
      </div>
    </Modal>
  )
}
