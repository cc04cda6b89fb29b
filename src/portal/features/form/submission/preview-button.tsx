// Draws the button that previews the answers as readers will see them, before submission.
import { lazy, Suspense, useState } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { useSession } from '#portal/core/session/session.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import type { Preview } from '#shared/model/pages/form.ts'

/** The cells load when somebody looks. */
const Article = lazy(async () => ({ default: (await import('./preview-article.tsx')).PreviewArticle }))

interface Props {
  readonly preview: Preview
  readonly store: FormStore
}

/** The item has no state that everybody reads, so uploaded pictures are fetched for their owner. */
export function PreviewButton({ preview, store }: Props) {
  const { user } = useSession()
  const [item, setItem] = useState<Item | null>(null)
  const look = () => {
    const body = store.body()
    const isAnonymous = preview.anonymous !== undefined && body[preview.anonymous] === true
    setItem({ ...body, ownerName: isAnonymous ? ANONYMOUS_NAME : (user?.name ?? null), status: null })
  }
  return (
    <>
      <Button icon="view" onClick={look}>
        预览
      </Button>
      <Dialog open={item !== null} title="预览：公开后的样子" onClose={() => setItem(null)}>
        {item ? (
          <Suspense fallback={<Skeleton lines={6} />}>
            <Article preview={preview} item={item} />
          </Suspense>
        ) : null}
      </Dialog>
    </>
  )
}
