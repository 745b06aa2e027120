; ModuleID = 'm.c'
source_filename = "m.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr, i8, [5 x i8] }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@.str = private unnamed_addr constant [3 x i8] c"x\0A\00", align 1
@names = dso_local local_unnamed_addr global [2 x ptr] [ptr @.str, ptr null], align 16
@pi = dso_local local_unnamed_addr global double 3.140000e+00, align 8
@table = dso_local local_unnamed_addr global [2 x ptr] [ptr @other, ptr null], align 16
@jump.t = internal global [2 x ptr] [ptr blockaddress(@jump, %6), ptr blockaddress(@jump, %5)], align 16
@count = internal global i32 0, align 4
@.str.1 = private unnamed_addr constant [3 x i8] c"%d\00", align 1

declare extern_weak i32 @other(ptr noundef, ...) #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none) uwtable
define dso_local noundef ptr @jump(i32 noundef %0) #1 {
  %2 = sext i32 %0 to i64
  %3 = getelementptr inbounds [2 x ptr], ptr @jump.t, i64 0, i64 %2
  %4 = load ptr, ptr %3, align 8, !tbaa !5
  indirectbr ptr %4, [label %6, label %5]

5:                                                ; preds = %1
  br label %6

6:                                                ; preds = %1, %5
  %7 = phi ptr [ @jump.t, %5 ], [ null, %1 ]
  ret ptr %7
}

; Function Attrs: nounwind uwtable
define dso_local i32 @walk(ptr nocapture noundef readonly byval(%struct.node) align 8 %0, ptr noundef readonly %1, i32 noundef %2) local_unnamed_addr #2 {
  %4 = icmp eq ptr %1, null
  br i1 %4, label %21, label %5

5:                                                ; preds = %3, %15
  %6 = phi ptr [ %19, %15 ], [ %1, %3 ]
  %7 = phi i32 [ %17, %15 ], [ 0, %3 ]
  %8 = load i32, ptr %6, align 8, !tbaa !9
  switch i32 %8, label %10 [
    i32 1, label %15
    i32 -7, label %9
  ]

9:                                                ; preds = %5
  br label %15

10:                                               ; preds = %5
  %11 = getelementptr inbounds i8, ptr %6, i64 16
  %12 = load i8, ptr %11, align 8
  %13 = and i8 %12, 7
  %14 = zext nneg i8 %13 to i32
  br label %15

15:                                               ; preds = %5, %9, %10
  %16 = phi i32 [ %14, %10 ], [ %2, %9 ], [ %8, %5 ]
  %17 = add i32 %16, %7
  %18 = getelementptr inbounds i8, ptr %6, i64 8
  %19 = load ptr, ptr %18, align 8, !tbaa !12
  %20 = icmp eq ptr %19, null
  br i1 %20, label %21, label %5, !llvm.loop !13

21:                                               ; preds = %15, %3
  %22 = phi i32 [ 0, %3 ], [ %17, %15 ]
  %23 = atomicrmw add ptr @count, i32 1 seq_cst, align 4
  %24 = icmp eq ptr @other, null
  br i1 %24, label %29, label %25

25:                                               ; preds = %21
  %26 = load i32, ptr %0, align 8, !tbaa !9
  %27 = load double, ptr @pi, align 8, !tbaa !15
  %28 = tail call i32 (ptr, ...) @other(ptr noundef nonnull @.str.1, i32 noundef %26, double noundef %27) #7
  br label %29

29:                                               ; preds = %25, %21
  ret i32 %22
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn uwtable
define dso_local i32 @total(i32 noundef %0, ...) local_unnamed_addr #4 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %2) #7
  call void @llvm.va_start.p0(ptr nonnull %2)
  %3 = load i32, ptr %2, align 16
  %4 = icmp ult i32 %3, 41
  br i1 %4, label %5, label %11

5:                                                ; preds = %1
  %6 = getelementptr inbounds i8, ptr %2, i64 16
  %7 = load ptr, ptr %6, align 16
  %8 = zext nneg i32 %3 to i64
  %9 = getelementptr i8, ptr %7, i64 %8
  %10 = add nuw nsw i32 %3, 8
  store i32 %10, ptr %2, align 16
  br label %15

11:                                               ; preds = %1
  %12 = getelementptr inbounds i8, ptr %2, i64 8
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr i8, ptr %13, i64 8
  store ptr %14, ptr %12, align 8
  br label %15

15:                                               ; preds = %11, %5
  %16 = phi ptr [ %9, %5 ], [ %13, %11 ]
  %17 = load i32, ptr %16, align 4, !tbaa !17
  call void @llvm.va_end.p0(ptr nonnull %2)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %2) #7
  ret i32 %17
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #5

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local void @add(ptr noalias nocapture noundef %0, ptr noalias nocapture noundef readonly %1) local_unnamed_addr #6 {
  %3 = getelementptr inbounds i8, ptr %1, i64 16
  %4 = load <4 x i32>, ptr %1, align 4, !tbaa !17
  %5 = load <4 x i32>, ptr %3, align 4, !tbaa !17
  %6 = getelementptr inbounds i8, ptr %0, i64 16
  %7 = load <4 x i32>, ptr %0, align 4, !tbaa !17
  %8 = load <4 x i32>, ptr %6, align 4, !tbaa !17
  %9 = add nsw <4 x i32> %7, %4
  %10 = add nsw <4 x i32> %8, %5
  store <4 x i32> %9, ptr %0, align 4, !tbaa !17
  store <4 x i32> %10, ptr %6, align 4, !tbaa !17
  %11 = getelementptr inbounds i8, ptr %1, i64 32
  %12 = getelementptr inbounds i8, ptr %1, i64 48
  %13 = load <4 x i32>, ptr %11, align 4, !tbaa !17
  %14 = load <4 x i32>, ptr %12, align 4, !tbaa !17
  %15 = getelementptr inbounds i8, ptr %0, i64 32
  %16 = getelementptr inbounds i8, ptr %0, i64 48
  %17 = load <4 x i32>, ptr %15, align 4, !tbaa !17
  %18 = load <4 x i32>, ptr %16, align 4, !tbaa !17
  %19 = add nsw <4 x i32> %17, %13
  %20 = add nsw <4 x i32> %18, %14
  store <4 x i32> %19, ptr %15, align 4, !tbaa !17
  store <4 x i32> %20, ptr %16, align 4, !tbaa !17
  %21 = getelementptr inbounds i8, ptr %1, i64 64
  %22 = getelementptr inbounds i8, ptr %1, i64 80
  %23 = load <4 x i32>, ptr %21, align 4, !tbaa !17
  %24 = load <4 x i32>, ptr %22, align 4, !tbaa !17
  %25 = getelementptr inbounds i8, ptr %0, i64 64
  %26 = getelementptr inbounds i8, ptr %0, i64 80
  %27 = load <4 x i32>, ptr %25, align 4, !tbaa !17
  %28 = load <4 x i32>, ptr %26, align 4, !tbaa !17
  %29 = add nsw <4 x i32> %27, %23
  %30 = add nsw <4 x i32> %28, %24
  store <4 x i32> %29, ptr %25, align 4, !tbaa !17
  store <4 x i32> %30, ptr %26, align 4, !tbaa !17
  %31 = getelementptr inbounds i8, ptr %1, i64 96
  %32 = getelementptr inbounds i8, ptr %1, i64 112
  %33 = load <4 x i32>, ptr %31, align 4, !tbaa !17
  %34 = load <4 x i32>, ptr %32, align 4, !tbaa !17
  %35 = getelementptr inbounds i8, ptr %0, i64 96
  %36 = getelementptr inbounds i8, ptr %0, i64 112
  %37 = load <4 x i32>, ptr %35, align 4, !tbaa !17
  %38 = load <4 x i32>, ptr %36, align 4, !tbaa !17
  %39 = add nsw <4 x i32> %37, %33
  %40 = add nsw <4 x i32> %38, %34
  store <4 x i32> %39, ptr %35, align 4, !tbaa !17
  store <4 x i32> %40, ptr %36, align 4, !tbaa !17
  %41 = getelementptr inbounds i8, ptr %1, i64 128
  %42 = getelementptr inbounds i8, ptr %1, i64 144
  %43 = load <4 x i32>, ptr %41, align 4, !tbaa !17
  %44 = load <4 x i32>, ptr %42, align 4, !tbaa !17
  %45 = getelementptr inbounds i8, ptr %0, i64 128
  %46 = getelementptr inbounds i8, ptr %0, i64 144
  %47 = load <4 x i32>, ptr %45, align 4, !tbaa !17
  %48 = load <4 x i32>, ptr %46, align 4, !tbaa !17
  %49 = add nsw <4 x i32> %47, %43
  %50 = add nsw <4 x i32> %48, %44
  store <4 x i32> %49, ptr %45, align 4, !tbaa !17
  store <4 x i32> %50, ptr %46, align 4, !tbaa !17
  %51 = getelementptr inbounds i8, ptr %1, i64 160
  %52 = getelementptr inbounds i8, ptr %1, i64 176
  %53 = load <4 x i32>, ptr %51, align 4, !tbaa !17
  %54 = load <4 x i32>, ptr %52, align 4, !tbaa !17
  %55 = getelementptr inbounds i8, ptr %0, i64 160
  %56 = getelementptr inbounds i8, ptr %0, i64 176
  %57 = load <4 x i32>, ptr %55, align 4, !tbaa !17
  %58 = load <4 x i32>, ptr %56, align 4, !tbaa !17
  %59 = add nsw <4 x i32> %57, %53
  %60 = add nsw <4 x i32> %58, %54
  store <4 x i32> %59, ptr %55, align 4, !tbaa !17
  store <4 x i32> %60, ptr %56, align 4, !tbaa !17
  %61 = getelementptr inbounds i8, ptr %1, i64 192
  %62 = getelementptr inbounds i8, ptr %1, i64 208
  %63 = load <4 x i32>, ptr %61, align 4, !tbaa !17
  %64 = load <4 x i32>, ptr %62, align 4, !tbaa !17
  %65 = getelementptr inbounds i8, ptr %0, i64 192
  %66 = getelementptr inbounds i8, ptr %0, i64 208
  %67 = load <4 x i32>, ptr %65, align 4, !tbaa !17
  %68 = load <4 x i32>, ptr %66, align 4, !tbaa !17
  %69 = add nsw <4 x i32> %67, %63
  %70 = add nsw <4 x i32> %68, %64
  store <4 x i32> %69, ptr %65, align 4, !tbaa !17
  store <4 x i32> %70, ptr %66, align 4, !tbaa !17
  %71 = getelementptr inbounds i8, ptr %1, i64 224
  %72 = getelementptr inbounds i8, ptr %1, i64 240
  %73 = load <4 x i32>, ptr %71, align 4, !tbaa !17
  %74 = load <4 x i32>, ptr %72, align 4, !tbaa !17
  %75 = getelementptr inbounds i8, ptr %0, i64 224
  %76 = getelementptr inbounds i8, ptr %0, i64 240
  %77 = load <4 x i32>, ptr %75, align 4, !tbaa !17
  %78 = load <4 x i32>, ptr %76, align 4, !tbaa !17
  %79 = add nsw <4 x i32> %77, %73
  %80 = add nsw <4 x i32> %78, %74
  store <4 x i32> %79, ptr %75, align 4, !tbaa !17
  store <4 x i32> %80, ptr %76, align 4, !tbaa !17
  ret void
}

attributes #0 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #6 = { nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !11, i64 0}
!10 = !{!"node", !11, i64 0, !6, i64 8, !11, i64 16, !7, i64 17}
!11 = !{!"int", !7, i64 0}
!12 = !{!10, !6, i64 8}
!13 = distinct !{!13, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!16, !16, i64 0}
!16 = !{!"double", !7, i64 0}
!17 = !{!11, !11, i64 0}
