// Draws the category badges, in the same four colours everywhere (CNT-02).

const LOOKS: Readonly<Record<string, string>> = {
  需求: 'demand',
  投稿: 'contribution',
  视频: 'video',
  知识问答: 'question',
}

export function Badge({ children }: { readonly children: string }) {
  return <span className={`eq-badge eq-badge-${LOOKS[children] ?? 'other'}`}>{children}</span>
}
