// Loads the reader of a PDF file on demand, within a page; a failure of the reader does not affect the page.
import { lazy, Suspense } from 'react'
import { Guard } from '#portal/ui/error-card.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'

const Reader = lazy(async () => ({
  default: (await import('#portal/features/pdf/pdf-reader.tsx')).PdfReader,
}))

export function LazyPdfReader({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <Guard name={label}>
      <Suspense fallback={<Skeleton shape="block" height={400} />}>
        <Reader id={id} label={label} />
      </Suspense>
    </Guard>
  )
}
