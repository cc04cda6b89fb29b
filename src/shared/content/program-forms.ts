// Owns what forms are called that the program itself asks, without a page of their own.

/** What a message of the chat may carry. */
export const CHAT_FORM = 'chatMessage'
