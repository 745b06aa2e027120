; ModuleID = 'm.c'
source_filename = "m.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, %struct.node*, i8, [5 x i8] }
%struct.__va_list_tag = type { i32, i32, i8*, i8* }

@.str = private unnamed_addr constant [3 x i8] c"x\0A\00", align 1
@names = dso_local global [2 x i8*] [i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str, i32 0, i32 0), i8* null], align 16, !dbg !0
@pi = dso_local global double 3.140000e+00, align 8, !dbg !11
@table = dso_local global [2 x i32 (i8*, ...)*] [i32 (i8*, ...)* @other, i32 (i8*, ...)* null], align 16, !dbg !14
@jump.t = internal global [2 x i8*] [i8* blockaddress(@jump, %8), i8* blockaddress(@jump, %9)], align 16, !dbg !26
@count = internal global i32 0, align 4, !dbg !34
@.str.1 = private unnamed_addr constant [3 x i8] c"%d\00", align 1

declare extern_weak i32 @other(i8* noundef, ...) #0

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i8* @jump(i32 noundef %0) #1 !dbg !28 {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  store i32 %0, i32* %3, align 4
  call void @llvm.dbg.declare(metadata i32* %3, metadata !45, metadata !DIExpression()), !dbg !46
  %4 = load i32, i32* %3, align 4, !dbg !47
  %5 = sext i32 %4 to i64, !dbg !48
  %6 = getelementptr inbounds [2 x i8*], [2 x i8*]* @jump.t, i64 0, i64 %5, !dbg !48
  %7 = load i8*, i8** %6, align 8, !dbg !48
  br label %12, !dbg !49

8:                                                ; preds = %12
  call void @llvm.dbg.label(metadata !50), !dbg !51
  store i8* null, i8** %2, align 8, !dbg !52
  br label %10, !dbg !52

9:                                                ; preds = %12
  call void @llvm.dbg.label(metadata !53), !dbg !54
  store i8* bitcast ([2 x i8*]* @jump.t to i8*), i8** %2, align 8, !dbg !55
  br label %10, !dbg !55

10:                                               ; preds = %9, %8
  %11 = load i8*, i8** %2, align 8, !dbg !56
  ret i8* %11, !dbg !56

12:                                               ; preds = %1
  %13 = phi i8* [ %7, %1 ]
  indirectbr i8* %13, [label %8, label %9]
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.label(metadata) #2

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @walk(%struct.node* noundef byval(%struct.node) align 8 %0, %struct.node* noundef %1, i32 noundef %2) #1 !dbg !57 {
  %4 = alloca %struct.node*, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata %struct.node* %0, metadata !70, metadata !DIExpression()), !dbg !71
  store %struct.node* %1, %struct.node** %4, align 8
  call void @llvm.dbg.declare(metadata %struct.node** %4, metadata !72, metadata !DIExpression()), !dbg !73
  store i32 %2, i32* %5, align 4
  call void @llvm.dbg.declare(metadata i32* %5, metadata !74, metadata !DIExpression()), !dbg !75
  call void @llvm.dbg.declare(metadata i32* %6, metadata !76, metadata !DIExpression()), !dbg !77
  store i32 0, i32* %6, align 4, !dbg !77
  br label %9, !dbg !78

9:                                                ; preds = %32, %3
  %10 = load %struct.node*, %struct.node** %4, align 8, !dbg !79
  %11 = icmp ne %struct.node* %10, null, !dbg !82
  br i1 %11, label %12, label %36, !dbg !82

12:                                               ; preds = %9
  %13 = load %struct.node*, %struct.node** %4, align 8, !dbg !83
  %14 = getelementptr inbounds %struct.node, %struct.node* %13, i32 0, i32 0, !dbg !85
  %15 = load i32, i32* %14, align 8, !dbg !85
  switch i32 %15, label %23 [
    i32 1, label %16
    i32 -7, label %19
  ], !dbg !86

16:                                               ; preds = %12
  %17 = load i32, i32* %6, align 4, !dbg !87
  %18 = add nsw i32 %17, 1, !dbg !87
  store i32 %18, i32* %6, align 4, !dbg !87
  br label %31, !dbg !89

19:                                               ; preds = %12
  %20 = load i32, i32* %5, align 4, !dbg !90
  %21 = load i32, i32* %6, align 4, !dbg !91
  %22 = add i32 %21, %20, !dbg !91
  store i32 %22, i32* %6, align 4, !dbg !91
  br label %31, !dbg !92

23:                                               ; preds = %12
  %24 = load %struct.node*, %struct.node** %4, align 8, !dbg !93
  %25 = getelementptr inbounds %struct.node, %struct.node* %24, i32 0, i32 2, !dbg !94
  %26 = load i8, i8* %25, align 8, !dbg !94
  %27 = and i8 %26, 7, !dbg !94
  %28 = zext i8 %27 to i32, !dbg !94
  %29 = load i32, i32* %6, align 4, !dbg !95
  %30 = add nsw i32 %29, %28, !dbg !95
  store i32 %30, i32* %6, align 4, !dbg !95
  br label %31, !dbg !96

31:                                               ; preds = %23, %19, %16
  br label %32, !dbg !97

32:                                               ; preds = %31
  %33 = load %struct.node*, %struct.node** %4, align 8, !dbg !98
  %34 = getelementptr inbounds %struct.node, %struct.node* %33, i32 0, i32 1, !dbg !99
  %35 = load %struct.node*, %struct.node** %34, align 8, !dbg !99
  store %struct.node* %35, %struct.node** %4, align 8, !dbg !100
  br label %9, !dbg !101, !llvm.loop !102

36:                                               ; preds = %9
  store i32 1, i32* %7, align 4, !dbg !105
  %37 = load i32, i32* %7, align 4, !dbg !105
  %38 = atomicrmw add i32* @count, i32 %37 seq_cst, align 4, !dbg !105
  store i32 %38, i32* %8, align 4, !dbg !105
  %39 = load i32, i32* %8, align 4, !dbg !105
  br i1 icmp ne (i32 (i8*, ...)* @other, i32 (i8*, ...)* null), label %40, label %45, !dbg !106

40:                                               ; preds = %36
  %41 = getelementptr inbounds %struct.node, %struct.node* %0, i32 0, i32 0, !dbg !107
  %42 = load i32, i32* %41, align 8, !dbg !107
  %43 = load double, double* @pi, align 8, !dbg !109
  %44 = call i32 (i8*, ...) @other(i8* noundef getelementptr inbounds ([3 x i8], [3 x i8]* @.str.1, i64 0, i64 0), i32 noundef %42, double noundef %43), !dbg !110
  br label %45, !dbg !110

45:                                               ; preds = %40, %36
  %46 = load i32, i32* %6, align 4, !dbg !111
  ret i32 %46, !dbg !112
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @total(i32 noundef %0, ...) #1 !dbg !113 {
  %2 = alloca i32, align 4
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  call void @llvm.dbg.declare(metadata i32* %2, metadata !116, metadata !DIExpression()), !dbg !117
  call void @llvm.dbg.declare(metadata [1 x %struct.__va_list_tag]* %3, metadata !118, metadata !DIExpression()), !dbg !132
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0, !dbg !133
  %6 = bitcast %struct.__va_list_tag* %5 to i8*, !dbg !133
  call void @llvm.va_start(i8* %6), !dbg !133
  call void @llvm.dbg.declare(metadata i32* %4, metadata !134, metadata !DIExpression()), !dbg !135
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0, !dbg !136
  %8 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %7, i32 0, i32 0, !dbg !136
  %9 = load i32, i32* %8, align 16, !dbg !136
  %10 = icmp ule i32 %9, 40, !dbg !136
  br i1 %10, label %11, label %17, !dbg !136

11:                                               ; preds = %1
  %12 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %7, i32 0, i32 3, !dbg !136
  %13 = load i8*, i8** %12, align 16, !dbg !136
  %14 = getelementptr i8, i8* %13, i32 %9, !dbg !136
  %15 = bitcast i8* %14 to i32*, !dbg !136
  %16 = add i32 %9, 8, !dbg !136
  store i32 %16, i32* %8, align 16, !dbg !136
  br label %22, !dbg !136

17:                                               ; preds = %1
  %18 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %7, i32 0, i32 2, !dbg !136
  %19 = load i8*, i8** %18, align 8, !dbg !136
  %20 = bitcast i8* %19 to i32*, !dbg !136
  %21 = getelementptr i8, i8* %19, i32 8, !dbg !136
  store i8* %21, i8** %18, align 8, !dbg !136
  br label %22, !dbg !136

22:                                               ; preds = %17, %11
  %23 = phi i32* [ %15, %11 ], [ %20, %17 ], !dbg !136
  %24 = load i32, i32* %23, align 4, !dbg !136
  store i32 %24, i32* %4, align 4, !dbg !135
  %25 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0, !dbg !137
  %26 = bitcast %struct.__va_list_tag* %25 to i8*, !dbg !137
  call void @llvm.va_end(i8* %26), !dbg !137
  %27 = load i32, i32* %4, align 4, !dbg !138
  ret i32 %27, !dbg !139
}

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_start(i8*) #3

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_end(i8*) #3

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @add(i32* noalias noundef %0, i32* noalias noundef %1) #1 !dbg !140 {
  %3 = alloca i32*, align 8
  %4 = alloca i32*, align 8
  %5 = alloca i32, align 4
  store i32* %0, i32** %3, align 8
  call void @llvm.dbg.declare(metadata i32** %3, metadata !145, metadata !DIExpression()), !dbg !146
  store i32* %1, i32** %4, align 8
  call void @llvm.dbg.declare(metadata i32** %4, metadata !147, metadata !DIExpression()), !dbg !148
  call void @llvm.dbg.declare(metadata i32* %5, metadata !149, metadata !DIExpression()), !dbg !151
  store i32 0, i32* %5, align 4, !dbg !151
  br label %6, !dbg !152

6:                                                ; preds = %21, %2
  %7 = load i32, i32* %5, align 4, !dbg !153
  %8 = icmp slt i32 %7, 64, !dbg !155
  br i1 %8, label %9, label %24, !dbg !156

9:                                                ; preds = %6
  %10 = load i32*, i32** %4, align 8, !dbg !157
  %11 = load i32, i32* %5, align 4, !dbg !158
  %12 = sext i32 %11 to i64, !dbg !157
  %13 = getelementptr inbounds i32, i32* %10, i64 %12, !dbg !157
  %14 = load i32, i32* %13, align 4, !dbg !157
  %15 = load i32*, i32** %3, align 8, !dbg !159
  %16 = load i32, i32* %5, align 4, !dbg !160
  %17 = sext i32 %16 to i64, !dbg !159
  %18 = getelementptr inbounds i32, i32* %15, i64 %17, !dbg !159
  %19 = load i32, i32* %18, align 4, !dbg !161
  %20 = add nsw i32 %19, %14, !dbg !161
  store i32 %20, i32* %18, align 4, !dbg !161
  br label %21, !dbg !159

21:                                               ; preds = %9
  %22 = load i32, i32* %5, align 4, !dbg !162
  %23 = add nsw i32 %22, 1, !dbg !162
  store i32 %23, i32* %5, align 4, !dbg !162
  br label %6, !dbg !163, !llvm.loop !164

24:                                               ; preds = %6
  ret void, !dbg !166
}

attributes #0 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { nofree nosync nounwind willreturn }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!37, !38, !39, !40, !41, !42, !43}
!llvm.ident = !{!44}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "names", scope: !2, file: !3, line: 5, type: !36, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !10, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "m.c", directory: "/src", checksumkind: CSK_MD5, checksum: "8fbb5be1fafccb566458ddd033537743")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "kind", file: !3, line: 3, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!8, !9}
!8 = !DIEnumerator(name: "A", value: 0)
!9 = !DIEnumerator(name: "B", value: 4)
!10 = !{!0, !11, !14, !26, !34}
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "pi", scope: !2, file: !3, line: 5, type: !13, isLocal: false, isDefinition: true)
!13 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 5, type: !16, isLocal: false, isDefinition: true)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 128, elements: !24)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64)
!18 = !DISubroutineType(types: !19)
!19 = !{!20, !21, null}
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!22 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !23)
!23 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!24 = !{!25}
!25 = !DISubrange(count: 2)
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(name: "t", scope: !28, file: !3, line: 6, type: !33, isLocal: true, isDefinition: true)
!28 = distinct !DISubprogram(name: "jump", scope: !3, file: !3, line: 6, type: !29, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !32)
!29 = !DISubroutineType(types: !30)
!30 = !{!31, !20}
!31 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!32 = !{}
!33 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 128, elements: !24)
!34 = !DIGlobalVariableExpression(var: !35, expr: !DIExpression())
!35 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 4, type: !20, isLocal: true, isDefinition: true)
!36 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 128, elements: !24)
!37 = !{i32 7, !"Dwarf Version", i32 5}
!38 = !{i32 2, !"Debug Info Version", i32 3}
!39 = !{i32 1, !"wchar_size", i32 4}
!40 = !{i32 7, !"PIC Level", i32 2}
!41 = !{i32 7, !"PIE Level", i32 2}
!42 = !{i32 7, !"uwtable", i32 1}
!43 = !{i32 7, !"frame-pointer", i32 2}
!44 = !{!"Debian clang version 14.0.6"}
!45 = !DILocalVariable(name: "x", arg: 1, scope: !28, file: !3, line: 6, type: !20)
!46 = !DILocation(line: 6, column: 16, scope: !28)
!47 = !DILocation(line: 6, column: 60, scope: !28)
!48 = !DILocation(line: 6, column: 58, scope: !28)
!49 = !DILocation(line: 6, column: 52, scope: !28)
!50 = !DILabel(scope: !28, name: "a", file: !3, line: 6)
!51 = !DILocation(line: 6, column: 64, scope: !28)
!52 = !DILocation(line: 6, column: 67, scope: !28)
!53 = !DILabel(scope: !28, name: "b", file: !3, line: 6)
!54 = !DILocation(line: 6, column: 77, scope: !28)
!55 = !DILocation(line: 6, column: 80, scope: !28)
!56 = !DILocation(line: 6, column: 90, scope: !28)
!57 = distinct !DISubprogram(name: "walk", scope: !3, file: !3, line: 7, type: !58, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !32)
!58 = !DISubroutineType(types: !59)
!59 = !{!20, !60, !64, !5}
!60 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 2, size: 192, elements: !61)
!61 = !{!62, !63, !65, !66}
!62 = !DIDerivedType(tag: DW_TAG_member, name: "key", scope: !60, file: !3, line: 2, baseType: !20, size: 32)
!63 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !60, file: !3, line: 2, baseType: !64, size: 64, offset: 64)
!64 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !60, size: 64)
!65 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !60, file: !3, line: 2, baseType: !6, size: 3, offset: 128, flags: DIFlagBitField, extraData: i64 128)
!66 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !60, file: !3, line: 2, baseType: !67, size: 40, offset: 136)
!67 = !DICompositeType(tag: DW_TAG_array_type, baseType: !23, size: 40, elements: !68)
!68 = !{!69}
!69 = !DISubrange(count: 5)
!70 = !DILocalVariable(name: "n", arg: 1, scope: !57, file: !3, line: 7, type: !60)
!71 = !DILocation(line: 7, column: 22, scope: !57)
!72 = !DILocalVariable(name: "list", arg: 2, scope: !57, file: !3, line: 7, type: !64)
!73 = !DILocation(line: 7, column: 38, scope: !57)
!74 = !DILocalVariable(name: "k", arg: 3, scope: !57, file: !3, line: 7, type: !5)
!75 = !DILocation(line: 7, column: 54, scope: !57)
!76 = !DILocalVariable(name: "sum", scope: !57, file: !3, line: 8, type: !20)
!77 = !DILocation(line: 8, column: 7, scope: !57)
!78 = !DILocation(line: 9, column: 3, scope: !57)
!79 = !DILocation(line: 9, column: 10, scope: !80)
!80 = distinct !DILexicalBlock(scope: !81, file: !3, line: 9, column: 3)
!81 = distinct !DILexicalBlock(scope: !57, file: !3, line: 9, column: 3)
!82 = !DILocation(line: 9, column: 3, scope: !81)
!83 = !DILocation(line: 9, column: 45, scope: !84)
!84 = distinct !DILexicalBlock(scope: !80, file: !3, line: 9, column: 35)
!85 = !DILocation(line: 9, column: 51, scope: !84)
!86 = !DILocation(line: 9, column: 37, scope: !84)
!87 = !DILocation(line: 9, column: 69, scope: !88)
!88 = distinct !DILexicalBlock(scope: !84, file: !3, line: 9, column: 56)
!89 = !DILocation(line: 9, column: 73, scope: !88)
!90 = !DILocation(line: 9, column: 96, scope: !88)
!91 = !DILocation(line: 9, column: 93, scope: !88)
!92 = !DILocation(line: 9, column: 99, scope: !88)
!93 = !DILocation(line: 9, column: 122, scope: !88)
!94 = !DILocation(line: 9, column: 128, scope: !88)
!95 = !DILocation(line: 9, column: 119, scope: !88)
!96 = !DILocation(line: 9, column: 134, scope: !88)
!97 = !DILocation(line: 9, column: 136, scope: !84)
!98 = !DILocation(line: 9, column: 23, scope: !80)
!99 = !DILocation(line: 9, column: 29, scope: !80)
!100 = !DILocation(line: 9, column: 21, scope: !80)
!101 = !DILocation(line: 9, column: 3, scope: !80)
!102 = distinct !{!102, !82, !103, !104}
!103 = !DILocation(line: 9, column: 136, scope: !81)
!104 = !{!"llvm.loop.mustprogress"}
!105 = !DILocation(line: 10, column: 3, scope: !57)
!106 = !DILocation(line: 11, column: 7, scope: !57)
!107 = !DILocation(line: 11, column: 28, scope: !108)
!108 = distinct !DILexicalBlock(scope: !57, file: !3, line: 11, column: 7)
!109 = !DILocation(line: 11, column: 33, scope: !108)
!110 = !DILocation(line: 11, column: 14, scope: !108)
!111 = !DILocation(line: 12, column: 10, scope: !57)
!112 = !DILocation(line: 12, column: 3, scope: !57)
!113 = distinct !DISubprogram(name: "total", scope: !3, file: !3, line: 14, type: !114, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !32)
!114 = !DISubroutineType(types: !115)
!115 = !{!20, !20, null}
!116 = !DILocalVariable(name: "n", arg: 1, scope: !113, file: !3, line: 14, type: !20)
!117 = !DILocation(line: 14, column: 15, scope: !113)
!118 = !DILocalVariable(name: "ap", scope: !113, file: !3, line: 14, type: !119)
!119 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !120, line: 14, baseType: !121)
!120 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdarg.h", directory: "", checksumkind: CSK_MD5, checksum: "4de3cbd931b589d291e5c39387aecf82")
!121 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !122, baseType: !123)
!122 = !DIFile(filename: "m.c", directory: "/src")
!123 = !DICompositeType(tag: DW_TAG_array_type, baseType: !124, size: 192, elements: !130)
!124 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !125)
!125 = !{!126, !127, !128, !129}
!126 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !124, file: !122, line: 14, baseType: !6, size: 32)
!127 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !124, file: !122, line: 14, baseType: !6, size: 32, offset: 32)
!128 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !124, file: !122, line: 14, baseType: !31, size: 64, offset: 64)
!129 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !124, file: !122, line: 14, baseType: !31, size: 64, offset: 128)
!130 = !{!131}
!131 = !DISubrange(count: 1)
!132 = !DILocation(line: 14, column: 33, scope: !113)
!133 = !DILocation(line: 14, column: 37, scope: !113)
!134 = !DILocalVariable(name: "s", scope: !113, file: !3, line: 14, type: !20)
!135 = !DILocation(line: 14, column: 58, scope: !113)
!136 = !DILocation(line: 14, column: 62, scope: !113)
!137 = !DILocation(line: 14, column: 79, scope: !113)
!138 = !DILocation(line: 14, column: 98, scope: !113)
!139 = !DILocation(line: 14, column: 91, scope: !113)
!140 = distinct !DISubprogram(name: "add", scope: !3, file: !3, line: 15, type: !141, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !32)
!141 = !DISubroutineType(types: !142)
!142 = !{null, !143, !143}
!143 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !144)
!144 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!145 = !DILocalVariable(name: "a", arg: 1, scope: !140, file: !3, line: 15, type: !143)
!146 = !DILocation(line: 15, column: 24, scope: !140)
!147 = !DILocalVariable(name: "b", arg: 2, scope: !140, file: !3, line: 15, type: !143)
!148 = !DILocation(line: 15, column: 41, scope: !140)
!149 = !DILocalVariable(name: "i", scope: !150, file: !3, line: 15, type: !20)
!150 = distinct !DILexicalBlock(scope: !140, file: !3, line: 15, column: 46)
!151 = !DILocation(line: 15, column: 55, scope: !150)
!152 = !DILocation(line: 15, column: 51, scope: !150)
!153 = !DILocation(line: 15, column: 62, scope: !154)
!154 = distinct !DILexicalBlock(scope: !150, file: !3, line: 15, column: 46)
!155 = !DILocation(line: 15, column: 64, scope: !154)
!156 = !DILocation(line: 15, column: 46, scope: !150)
!157 = !DILocation(line: 15, column: 83, scope: !154)
!158 = !DILocation(line: 15, column: 85, scope: !154)
!159 = !DILocation(line: 15, column: 75, scope: !154)
!160 = !DILocation(line: 15, column: 77, scope: !154)
!161 = !DILocation(line: 15, column: 80, scope: !154)
!162 = !DILocation(line: 15, column: 71, scope: !154)
!163 = !DILocation(line: 15, column: 46, scope: !154)
!164 = distinct !{!164, !156, !165, !104}
!165 = !DILocation(line: 15, column: 86, scope: !150)
!166 = !DILocation(line: 15, column: 89, scope: !140)
