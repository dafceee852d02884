/** What may be uploaded (contract 08 §8.4): told before sending, decided by the server. */
export const uploadLimits = {
  fileBytes: 10 * 1024 * 1024,
  imageExtensions: ["jpg", "jpeg", "png", "gif", "webp", "bmp"],
  fileExtensions: [
    ...["pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "zip", "txt", "csv", "mp4", "mp3"],
    ...["jpg", "jpeg", "png", "gif", "webp", "bmp"],
  ],
} as const;
