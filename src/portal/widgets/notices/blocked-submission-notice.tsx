// Draws the notice that tells the owner of a draft why it cannot be submitted at the moment.

/** `item` is what the server answered: its `barred` says why, and is null or absent where nothing is in the way. */
export function BlockedSubmissionNotice({ item }: { readonly item: unknown }) {
  const { barred } = (item ?? {}) as { readonly barred?: string | null }
  if (!barred) return null
  return (
    <p className="eq-notice" role="status">
      <span>目前不能提交：{barred}。已填写的内容会保留，可以提交时再继续。</span>
    </p>
  )
}
