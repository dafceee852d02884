/** Bookkeeping of shipped rows; made by migration 0020. */
export const dataTables = {
  documents: "data_document",
  rows: "data_row",
  samples: "data_sample",
} as const;
