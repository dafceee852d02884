/** What a file may be used for; also its first folder. */
export const uploadUses: readonly string[] = [
  ...["temp", "upload", "avatar", "member", "store", "order", "product", "contract", "notice", "import"],
  ...["company", "salesman", "announcement"],
];

/** What may be uploaded (contract 08 §8.4): told before sending, decided by the server. */
export const uploadLimits = {
  fileBytes: 10 * 1024 * 1024,
  imageExtensions: ["jpg", "jpeg", "png", "gif", "webp", "bmp"],
  fileExtensions: [
    ...["pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "zip", "txt", "csv", "mp4", "mp3"],
    ...["jpg", "jpeg", "png", "gif", "webp", "bmp"],
  ],
} as const;
