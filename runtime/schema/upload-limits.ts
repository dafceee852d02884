const mega = 1024 * 1024;

/** What may be uploaded (contract 08 §8.4): told before sending, decided by the server. */
export const uploadLimits = {
  /** Of one call. */
  fileBytes: 10 * mega,
  /** Of one part, at most. */
  partBytes: 5 * mega,
  /** Of a file, where the operator set nothing else. */
  usualMb: 100,
  imageExtensions: ["jpg", "jpeg", "png", "gif", "webp", "bmp"],
  fileExtensions: [
    ...["pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "zip", "txt", "csv", "mp4", "mp3"],
    ...["jpg", "jpeg", "png", "gif", "webp", "bmp"],
  ],
} as const;
