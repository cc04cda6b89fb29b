// Owns the reading of a PDF file within a page: the reader comes when it is wanted, and its failure is its own.
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
