// Names the forms that the program itself uses, without a page of their own.

/** The form of a chat message. */
export const CHAT_FORM = 'chatMessage'
