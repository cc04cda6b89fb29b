// Draws the section in which a configuration file is edited or begun; its code is in a chunk of its own.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { SectionProps } from '#portal/widgets/widget-props.ts'

const FileEditor = lazy(async () => ({
  default: (await import('#portal/features/configuration/file-editor.tsx')).FileEditor,
}))

/** The query names the file by its id; without it a new file is begun. */
export function FileEditorSection({ section, scope }: SectionProps) {
  const { id = '' } = (scope.query ?? {}) as Readonly<Record<string, string | undefined>>
  return (
    <Suspense fallback={<Skeleton shape="block" height={480} />}>
      <FileEditor id={id} list={section.more} scope={scope} />
    </Suspense>
  )
}
