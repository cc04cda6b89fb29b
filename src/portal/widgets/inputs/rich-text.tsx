// Draws the input of formatted text, whose editor loads when the field comes into the form. It is custom because antd
// has none.

import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { InputProps } from '#portal/widgets/input-props.ts'

const Editor = lazy(async () => ({
  default: (await import('./parts/rich-text/rich-text-editor.tsx')).RichTextEditor,
}))

export function RichTextInput(props: InputProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" height={220} />}>
      <Editor {...props} />
    </Suspense>
  )
}
