// Formats the summary of a message in one line: its words, or its kind.
import type { ChatMessage } from '#shared/calls/chat-answers.ts'

type SummaryParts = Pick<ChatMessage, 'msgType' | 'content' | 'item'>

export function formatMessageSummary({ msgType, content, item }: SummaryParts): string {
  if (msgType === 'image') return '[图片]'
  if (msgType === 'file') return '[文件]'
  return content || item?.title || '[内容]'
}
